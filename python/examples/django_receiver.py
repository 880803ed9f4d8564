"""A webhook receiver with Django, in one file: ``python django_receiver.py runserver 3000``"""

import hashlib
import logging
import os
import sys
from typing import Set

from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from esign import webhooks

SECRET = os.environ["ESIGN_WEBHOOK_SECRET"]
handled: Set[str] = set()  # in production, a unique column that is written with your change


def receive(request: HttpRequest) -> HttpResponse:
    body = request.body  # the raw bytes
    try:
        event = webhooks.verify(body, request.headers, SECRET)
    except webhooks.WebhookSignatureError as error:
        logging.warning("webhook refused: %s", error.reason)
        return HttpResponse(status=401)
    key = hashlib.sha256(body).hexdigest()
    if key not in handled:
        print(event.event, event.raw.get("documentId"), flush=True)
        handled.add(key)
    return HttpResponse(status=204)


# The service has no CSRF token: the signature says who it is
urlpatterns = [path("webhooks/esign", csrf_exempt(require_POST(receive)))]

if __name__ == "__main__":
    settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["127.0.0.1", "localhost"])
    execute_from_command_line(sys.argv)
