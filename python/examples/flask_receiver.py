"""A webhook receiver with Flask: ``flask --app flask_receiver run --port 3000``"""

import hashlib
import os
from typing import Set

from flask import Flask, Response, request

from esign import webhooks

SECRET = os.environ["ESIGN_WEBHOOK_SECRET"]
handled: Set[str] = set()  # in production, a unique column that is written with your change

app = Flask(__name__)


@app.post("/webhooks/esign")
def receive() -> Response:
    body = request.get_data()  # the raw bytes; request.json would parse them
    try:
        event = webhooks.verify(body, request.headers, SECRET)
    except webhooks.WebhookSignatureError as error:
        app.logger.warning("webhook refused: %s", error.reason)
        return Response(status=401)
    key = hashlib.sha256(body).hexdigest()
    if key not in handled:
        print(event.event, event.raw.get("documentId"), flush=True)
        handled.add(key)
    return Response(status=204)
