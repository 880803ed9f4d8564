cat > people.csv <<'END'
number,name,email,phone
E-0042,Asha Rao,asha@example.in,9876543210
E-0043,Ravi Kumar,ravi@example.in,9876501234
E-0044,Meera Iyer,meera@example.in,9876512345
E-0045,Kabir Das,kabir@example.in,9876523456
E-0046,Leela Nair,leela@example.in,9876534567
END
