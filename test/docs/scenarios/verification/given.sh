id=$(esign send contract.pdf --signer "Asha Rao <asha@example.in> 9876543210" --yes --json 2>/dev/null | jq -r .documentId)
esign sandbox sign "$id" >/dev/null 2>&1
mkdir inbox
esign docs download "$id" -o inbox/b.pdf >/dev/null 2>&1
cp contract.pdf inbox/a.pdf
# One byte of the page is another, within what was signed
node -e 'const fs = require("node:fs"); const file = fs.readFileSync("inbox/b.pdf"); file[200] ^= 1; fs.writeFileSync("inbox/c.pdf", file)'
