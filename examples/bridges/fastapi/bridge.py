"""The session of an app's own server, with FastAPI and HTTPX. AUTH_URL is the server that signs people in."""
import hashlib, hmac, os, re, secrets, time
import httpx
from fastapi import APIRouter, HTTPException, Request, Response

COOKIE = "__Host-auth-session"
ORIGINS = os.environ["ORIGINS"].split()
MAX_SECONDS, MAX_RECORDS = 90 * 86400, 100_000
records: dict[str, dict] = {}  # by a hash of the id, in the memory of this process
client = httpx.AsyncClient(base_url=os.environ["AUTH_URL"], timeout=3)  # it follows no redirect
HEADERS = {"Cache-Control": "private, no-store"}
router = APIRouter()


def refusal(status: int, **headers: str) -> HTTPException:
    return HTTPException(status, headers={**HEADERS, **headers})


async def ask(token: str) -> dict | None:
    try:
        response = await client.get("/v1/session", headers={"Authorization": f"Bearer {token}"})
        answer = response.json()
        # A proxy answers 401 too, and knows nothing about sessions: only an answer with a code counts.
        code = max(response.status_code, answer["code"])
        if code in (200, 401):
            return {name: answer["params"][name] for name in ("user", "expiresIn")} if code == 200 else None
    except (httpx.HTTPError, ValueError, TypeError, KeyError):
        pass
    raise refusal(503, **{"Retry-After": "5"})  # nobody knows who is signed in


def key_of(id: str) -> str:
    return hashlib.sha256(id.encode()).hexdigest()


async def who_is(request: Request) -> dict | None:
    """Who asks for a page: the account, or None. Answers 503 while nobody knows."""
    key, now = key_of(request.cookies.get(COOKIE, "")), time.monotonic()
    record = records.get(key)
    if record and record["ends_at"] > now and record["asked_at"] <= now - 30:
        record["account"], record["asked_at"] = await ask(record["token"]), now
    if record and record["ends_at"] > now and record["account"]:
        return record["account"]
    records.pop(key, None)
    return None


@router.api_route("/auth/session", methods=["POST", "DELETE"])
async def session(request: Request) -> Response:
    """POST with a token begins a session, DELETE ends it."""
    response, key = Response(status_code=204, headers=HEADERS), key_of(request.cookies.get(COOKIE, ""))
    site = request.headers.get("sec-fetch-site", "same-origin")
    if request.headers.get("origin") not in ORIGINS or site != "same-origin":
        raise refusal(403)
    if request.method == "DELETE":
        records.pop(key, None)
        response.delete_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="lax")
        return response
    bearer = re.fullmatch(r"Bearer ([\w.~+/-]{1,8192}=*)", request.headers.get("authorization", ""), re.I | re.A)
    now, account = time.monotonic(), await ask(bearer[1]) if bearer else None
    if not account:
        raise refusal(401, **{"WWW-Authenticate": "Bearer"})
    earlier = records.get(key)
    if earlier and earlier["ends_at"] > now and hmac.compare_digest(earlier["token"], bearer[1]):
        return response
    if earlier and earlier["account"]["user"] == account["user"]:
        # After a renewal, requests that are under way come with the earlier id for up to a minute.
        earlier["ends_at"] = min(earlier["ends_at"], now + 60)
    else:
        records.pop(key, None)
    seconds, id = min(int(account["expiresIn"]), MAX_SECONDS), secrets.token_urlsafe(32)
    records[key_of(id)] = {"token": bearer[1], "account": account, "asked_at": now, "ends_at": now + seconds}
    if len(records) > MAX_RECORDS:
        del records[next(iter(records))]  # the oldest
    response.set_cookie(COOKIE, id, max_age=seconds, path="/", secure=True, httponly=True, samesite="lax")
    return response
