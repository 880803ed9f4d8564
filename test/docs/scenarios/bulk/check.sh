esign docs list --all --json | jq -e '[.documents[] | [.name, .status]] | sort == [["Offer E-0042", "SENT"], ["Offer E-0043", "SENT"],
  ["Offer E-0044", "SENT"], ["Offer E-0045", "SENT"], ["Offer E-0046", "SENT"]]'
for id in $(esign docs list --all --query "join(' ', documents[].documentId)"); do
  esign signers list "$id" --json | jq -r '.signers[].email'
done | sort | diff - <(tail -n +2 people.csv | cut -d, -f3 | sort)
