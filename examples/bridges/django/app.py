"""python app.py runserver --noreload 5174, with AUTH_URL and ORIGINS in the environment"""
import os, sys
from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpRequest, HttpResponse
from django.urls import path

settings.configure(
    AUTH_URL=os.environ["AUTH_URL"],
    ORIGINS=os.environ["ORIGINS"].split(),
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    SECRET_KEY=os.urandom(32).hex(),
    # In production, a cache that all processes share, such as Redis.
    CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 100_000}}},
)

from bridge import AuthUnavailable, session, who_is  # it reads the settings


def home(request: HttpRequest) -> HttpResponse:
    headers = {"Cache-Control": "private, no-store"}
    try:
        account = who_is(request)
    except AuthUnavailable:
        return HttpResponse(status=503, headers=headers)
    text = f"Signed in as {account['user']}" if account else "Signed out"
    return HttpResponse(text, "text/plain", headers=headers)


urlpatterns = [path("auth/session", session), path("", home)]

if __name__ == "__main__":
    execute_from_command_line(sys.argv)
