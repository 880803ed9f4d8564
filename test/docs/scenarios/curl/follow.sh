api() { curl --silent --show-error --fail-with-body --header "Authorization: Bearer $ESIGN_API_KEY" "$@"; }
documents=$ESIGN_BASE_URL/api/v1/documents
id=$(api --form file=@contract.pdf --form 'name=Lease by curl' "$documents" | jq -r .documentId)
api --json '{"signers":[{"name":"Asha Rao","email":"asha@example.in","phone":"9876543210"}]}' "$documents/$id/signers"
api --request POST "$documents/$id/send"
