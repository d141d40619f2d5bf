"""The session of an app's own server, with Django and HTTPX. The records are in Django's cache."""
import hashlib, hmac, re, secrets, time
import httpx
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

COOKIE = "__Host-auth-session"


class AuthUnavailable(Exception):
    """The auth server gives no answer, so nobody knows who is signed in."""


def key_of(kind: str, secret: str) -> str:
    return f"auth-{kind}-{hashlib.sha256(secret.encode()).hexdigest()}"


def check(token: str) -> dict | None:
    """The account of a token, None if the token is void. An answer is reused for 30 seconds."""
    key = key_of("token", token)
    if known := cache.get(key):
        return known["account"]
    try:
        # HTTPX follows no redirects, so the token goes to no other address.
        response = httpx.get(f"{settings.AUTH_URL}/v1/session", headers={"Authorization": f"Bearer {token}"}, timeout=3)
        answer = response.json()
        # A proxy answers 401 too, and knows nothing about sessions: only an answer with a code counts.
        code = max(response.status_code, answer["code"])
        if code in (200, 401):
            seconds = answer["params"]["expiresIn"] if code == 200 else 30
            account = {"user": answer["params"]["user"], "ends_at": time.time() + seconds} if code == 200 else None
            cache.set(key, {"account": account}, min(30, seconds))
            return account
    except (httpx.HTTPError, ValueError, TypeError, KeyError):
        pass
    raise AuthUnavailable


def who_is(request: HttpRequest) -> dict | None:
    """Who asks for a page: the account, or None. Raises AuthUnavailable while nobody knows."""
    record = cache.get(key_of("id", request.COOKIES.get(COOKIE, "")))
    return check(record["token"]) if record else None


def answer(status: int, **headers: str) -> HttpResponse:
    return HttpResponse(status=status, headers={"Cache-Control": "private, no-store", **headers})


def with_cookie(id: str, seconds: int) -> HttpResponse:
    response = answer(204)
    response.set_cookie(COOKIE, id, max_age=seconds, secure=True, httponly=True, samesite="Lax")
    return response


@csrf_exempt  # Origin is checked, and the token is in a header that no other site can send
@require_http_methods(["POST", "DELETE"])
def session(request: HttpRequest) -> HttpResponse:
    """POST with a token begins a session, DELETE ends it."""
    key, site = key_of("id", request.COOKIES.get(COOKIE, "")), request.headers.get("Sec-Fetch-Site", "same-origin")
    if request.headers.get("Origin") not in settings.ORIGINS or site != "same-origin":
        return answer(403)
    if request.method == "DELETE":
        cache.delete(key)
        return with_cookie("", 0)
    bearer = re.fullmatch(r"Bearer ([\w.~+/-]{1,8192}=*)", request.headers.get("Authorization", ""), re.I | re.A)
    try:
        account = check(bearer[1]) if bearer else None
    except AuthUnavailable:
        return answer(503, **{"Retry-After": "5"})
    if not account or (seconds := min(int(account["ends_at"] - time.time()), 90 * 86400)) < 1:
        return answer(401, **{"WWW-Authenticate": "Bearer"})
    earlier = cache.get(key)
    if earlier and hmac.compare_digest(earlier["token"], bearer[1]):
        return answer(204)
    # After a renewal, requests that are under way come with the earlier id for up to a minute.
    is_renewal = earlier and earlier["user"] == account["user"]
    cache.set(key, earlier, min(60, earlier["ends_at"] - time.time()) if is_renewal else 0)  # 0 deletes it
    id, ends_at = secrets.token_urlsafe(32), time.time() + seconds
    cache.set(key_of("id", id), {"token": bearer[1], "user": account["user"], "ends_at": ends_at}, seconds)
    return with_cookie(id, seconds)
