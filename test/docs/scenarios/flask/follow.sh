cat > app.py <<'END'
import os

from flask import Flask, Response, request

from esign import webhooks

app = Flask(__name__)
done = set()


@app.post("/hooks")
def receive() -> Response:
    try:
        event = webhooks.verify(request.get_data(), request.headers, os.environ["ESIGN_WEBHOOK_SECRET"])
    except webhooks.WebhookSignatureError:
        return Response(status=401)
    document_id = event.raw["documentId"]
    if event.event == "document.completed" and document_id not in done:
        done.add(document_id)
        with open("completed.txt", "a") as file:
            print(document_id, file=file)
    return Response(status=204)


app.run(port=int(os.environ["PORT"]))
END
