cat > send.py <<'END'
from esign import EsignClient, SignerInput

client = EsignClient()
created = client.documents.create("contract.pdf", name="Lease in Python")
signer = SignerInput(name="Asha Rao", email="asha@example.in", phone="9876543210")
client.documents.add_signers(created.document_id, [signer])
client.documents.send(created.document_id)
print(created.document_id)
END
cat > fetch.py <<'END'
import sys

from esign import EsignClient

EsignClient().documents.download(sys.argv[1]).save("signed.pdf")
END
id=$(/usr/bin/python3 send.py)
esign sandbox sign "$id"
/usr/bin/python3 fetch.py "$id"
