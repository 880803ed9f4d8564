grep -q "esign" send.py
esign docs list --all --json | jq -e '.documents | length == 1 and .[0].name == "Lease in Python" and .[0].status == "COMPLETED"'
esign verify signed.pdf
