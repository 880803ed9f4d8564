grep -q "esign" send.ts
esign docs list --all --json | jq -e '.documents | length == 1 and .[0].name == "Lease in TypeScript" and .[0].status == "COMPLETED"'
id=$(esign docs list --all --query 'documents[0].documentId')
esign signers list "$id" --json | jq -e '[.signers[].email] == ["asha@example.in", "ravi@example.in"]'
esign verify signed.pdf certificate.pdf
