<?php
declare(strict_types=1);

// Every path of the site: php -S 127.0.0.1:5174 index.php, with AUTH_URL, ORIGINS and SESSIONS in the environment
require __DIR__ . '/bridge.php';

header('Cache-Control: private, no-store');
header('Content-Type: text/plain; charset=utf-8');
if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) === '/auth/session') {
    http_response_code(answer_session(explode(' ', getenv('ORIGINS'))));
    return;
}
try {
    $account = who_is();
    echo $account ? "Signed in as {$account['user']}" : 'Signed out';
} catch (AuthUnavailable) {
    http_response_code(503);
}
