"""uvicorn app:app --port 5174, with AUTH_URL and ORIGINS in the environment"""
from bridge import HEADERS, router, who_is
from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse

app = FastAPI()
app.include_router(router)


@app.get("/")
async def home(request: Request) -> PlainTextResponse:
    account = await who_is(request)
    return PlainTextResponse(f"Signed in as {account['user']}" if account else "Signed out", headers=HEADERS)
