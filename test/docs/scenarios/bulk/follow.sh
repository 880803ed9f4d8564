{
  echo 'file,name,signer1_name,signer1_email,signer1_phone'
  tail -n +2 people.csv | while IFS=, read -r number name email phone; do echo "contract.pdf,Offer $number,$name,$email,$phone"; done
} > offers.csv
esign bulk send offers.csv --yes
esign bulk send offers.csv --yes
