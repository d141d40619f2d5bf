<?php
declare(strict_types=1);

// The session of an app's own server, with PHP alone. SESSIONS is a folder for PHP alone, AUTH_URL the server that signs people in.
const COOKIE_NAME = '__Host-auth-session';
const COOKIE_ATTRIBUTES = ['path' => '/', 'secure' => true, 'httponly' => true, 'samesite' => 'Lax'];
final class AuthUnavailable extends Exception {}

/** The file of an id or a token, and what it has. Its name is a hash, its date the end of the record. */
function read_record(string $secret): array
{
    $file = getenv('SESSIONS') . '/' . hash('sha256', $secret);
    return [$file, @filemtime($file) > time() ? json_decode(file_get_contents($file), true) : null];
}

function write_record(string $file, array $record, int $ends_at): void
{
    file_put_contents($file, json_encode($record), LOCK_EX);
    touch($file, $ends_at);
    if (random_int(1, 100) === 1) foreach (glob(dirname($file) . '/*') as $old) if (@filemtime($old) < time()) @unlink($old);
}

/** The account of a token, null if the token is void. An answer is reused for 30 seconds. */
function check_token(string $token): ?array
{
    [$file, $known] = read_record("token $token");
    if ($known) return $known['account'];
    // The token must not go to any other address, so no redirect is followed.
    $http = ['header' => "Authorization: Bearer $token", 'ignore_errors' => true, 'timeout' => 3, 'follow_location' => 0];
    $body = @file_get_contents(getenv('AUTH_URL') . '/v1/session', false, stream_context_create(['http' => $http]));
    $answer = json_decode((string) $body, true);
    // A proxy answers 401 too, and knows nothing about sessions: only an answer with a code counts.
    $code = is_int($answer['code'] ?? null) ? max($answer['code'], (int) explode(' ', $http_response_header[0])[1]) : 0;
    $account = $code === 200 ? $answer['params'] ?? [] : null;
    if ($code !== 401 && !isset($account['user'], $account['expiresIn'])) throw new AuthUnavailable();
    if ($account) $account['endsAt'] = time() + min((int) $account['expiresIn'], 90 * 86400);
    write_record($file, ['account' => $account], min(time() + 30, $account['endsAt'] ?? PHP_INT_MAX));
    return $account;
}

/** Who asks for a page: the account, or null. Throws AuthUnavailable while nobody knows. */
function who_is(): ?array
{
    [, $record] = read_record('id ' . json_encode($_COOKIE[COOKIE_NAME] ?? ''));
    return $record ? check_token($record['token']) : null;
}

/** Answers /auth/session: POST begins a session, DELETE ends it. Returns the status. */
function answer_session(array $origins): int
{
    header('Cache-Control: private, no-store');
    ['REQUEST_METHOD' => $method, 'HTTP_ORIGIN' => $origin, 'HTTP_SEC_FETCH_SITE' => $site, 'HTTP_AUTHORIZATION' => $bearer] =
        $_SERVER + ['HTTP_ORIGIN' => '', 'HTTP_SEC_FETCH_SITE' => 'same-origin', 'HTTP_AUTHORIZATION' => ''];
    if ($method !== 'POST' && $method !== 'DELETE') return 405;
    if (!in_array($origin, $origins, true) || $site !== 'same-origin') return 403;
    [$file, $earlier] = read_record('id ' . json_encode($_COOKIE[COOKIE_NAME] ?? ''));
    if ($method === 'DELETE') @unlink($file);
    if ($method === 'DELETE') return setcookie(COOKIE_NAME, '', COOKIE_ATTRIBUTES) ? 204 : 500;
    try {
        $account = preg_match('~^Bearer ([\w.\~+/-]{1,8192}=*)$~iD', $bearer, $match) ? check_token($match[1]) : null;
    } catch (AuthUnavailable) {
        return 503;
    }
    if (!$account) return 401;
    if ($earlier && hash_equals($earlier['token'], $match[1])) return 204;
    // After a renewal, requests that are under way come with the earlier id for up to a minute.
    if ($earlier && $earlier['user'] === $account['user']) touch($file, min(filemtime($file), time() + 60));
    else @unlink($file);
    [$file] = read_record('id ' . json_encode($id = bin2hex(random_bytes(32))));
    write_record($file, ['token' => $match[1], 'user' => $account['user']], $account['endsAt']);
    return setcookie(COOKIE_NAME, $id, COOKIE_ATTRIBUTES + ['expires' => $account['endsAt']]) ? 204 : 500;
}
