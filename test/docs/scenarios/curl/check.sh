esign docs list --all --json | jq -e '.documents | length == 1 and .[0].name == "Lease by curl" and .[0].status == "SENT"'
id=$(esign docs list --all --query 'documents[0].documentId')
esign signers list "$id" --json | jq -e '[.signers[] | [.name, .email, .phone]] == [["Asha Rao", "asha@example.in", "9876543210"]]'
