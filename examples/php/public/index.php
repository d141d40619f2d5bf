<?php
declare(strict_types=1);

// Every path of the site. `php -S … public/index.php` serves the files beside this one when it returns false.
$path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (PHP_SAPI === 'cli-server' && $path !== '/' && is_file(__DIR__ . $path)) return false;

require __DIR__ . '/../src/auth.php';

if (str_starts_with($path, '/v1/')) pass_on($_SERVER['REQUEST_URI']);
elseif ($path === '/api/account') answer_account();
elseif ($path === '/' || $path === '/account') require __DIR__ . '/../src/page.php';
else {
    http_response_code(404);
    echo 'Not found';
}
