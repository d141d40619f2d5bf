<?php
declare(strict_types=1);

// The server that signs people in, with PHP alone: no extension and no package.

function auth_url(): string
{
    return getenv('AUTH_URL') ?: 'http://127.0.0.1:5173';
}

/**
 * Calls the server that signs people in.
 * @param list<string> $headers `Name: value`
 * @return array{int, list<string>, string} status, headers and body; status 502 if nothing answers
 */
function call_auth(string $method, string $uri, array $headers, string $body = ''): array
{
    $options = ['method' => $method, 'header' => $headers, 'content' => $body, 'ignore_errors' => true];
    // The token must not go to any other address.
    $options += ['follow_location' => 0, 'timeout' => 10, 'protocol_version' => 1.1];
    $answer = @file_get_contents(auth_url() . $uri, false, stream_context_create(['http' => $options]));
    if ($answer === false) return [502, [], ''];
    preg_match('~^HTTP/\S+ (\d{3})~', $http_response_header[0], $status);
    return [(int) $status[1], array_slice($http_response_header, 1), $answer];
}

/** Passes a call of the widget on, with the address of its caller at the end of `X-Forwarded-For`. */
function pass_on(string $uri): void
{
    $headers = ['Connection: close'];
    foreach (getallheaders() as $name => $value) {
        // These belong to the connection, and `file_get_contents` decodes no compressed answer.
        $own = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'accept-encoding', 'x-forwarded-for'];
        if (!in_array(strtolower($name), $own, true)) $headers[] = "$name: $value";
    }
    $chain = array_filter([$_SERVER['HTTP_X_FORWARDED_FOR'] ?? '', $_SERVER['REMOTE_ADDR']]);
    $headers[] = 'X-Forwarded-For: ' . implode(', ', $chain);
    [$status, $answered, $body] = call_auth($_SERVER['REQUEST_METHOD'], $uri, $headers, file_get_contents('php://input'));
    http_response_code($status);
    foreach ($answered as $header)
        if (!preg_match('/^(?:connection|keep-alive|transfer-encoding|content-length):/i', $header)) header($header, false);
    echo $body;
}

/** Whose token a call of the API has: the account, null if it is nobody's, or false if the server doesn't answer. */
function signed_in_account(): array|null|false
{
    $authorization = $_SERVER['HTTP_AUTHORIZATION'] ?? '';
    if (!preg_match('~^Bearer [\w.\~+/-]{1,8192}=*$~i', $authorization)) return null;
    [$status, , $body] = call_auth('GET', '/v1/session', ["Authorization: $authorization", 'Connection: close']);
    if ($status === 401) return null;
    $account = $status === 200 ? json_decode($body, true) : null;
    return isset($account['params']['user']) ? $account['params'] : false;
}

/** A path of the API: what only the person who calls may know. */
function answer_account(): void
{
    $account = signed_in_account();
    http_response_code($account ? 200 : ($account === null ? 401 : 503));
    header('Content-Type: application/json');
    header('Cache-Control: no-store');
    echo json_encode($account ? ['text' => "The server knows you as {$account['user']}."] : ['error' => 'Sign in first.']);
}
