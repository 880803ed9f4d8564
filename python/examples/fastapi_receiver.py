"""A webhook receiver with FastAPI: ``uvicorn fastapi_receiver:app --port 3000``"""

import hashlib
import logging
import os
from typing import Set

from fastapi import FastAPI, Request, Response

from esign import webhooks

SECRET = os.environ["ESIGN_WEBHOOK_SECRET"]
handled: Set[str] = set()  # in production, a unique column that is written with your change

app = FastAPI()


@app.post("/webhooks/esign")
async def receive(request: Request) -> Response:
    body = await request.body()  # the raw bytes; a model as a parameter would parse them
    try:
        event = webhooks.verify(body, request.headers, SECRET)
    except webhooks.WebhookSignatureError as error:
        logging.warning("webhook refused: %s", error.reason)
        return Response(status_code=401)
    key = hashlib.sha256(body).hexdigest()
    if key not in handled:
        print(event.event, event.raw.get("documentId"), flush=True)
        handled.add(key)
    return Response(status_code=204)
