CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% refuses %: %', TG_TABLE_NAME, TG_OP, TG_ARGV[0] USING ERRCODE = 'restrict_violation';
END;
$$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('entries are added, never changed');
--> statement-breakpoint
CREATE TRIGGER credit_ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_ledger
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('entries are added, never changed');
--> statement-breakpoint
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('events are added, never changed');
--> statement-breakpoint
CREATE TRIGGER credit_balances_follow_ledger BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON credit_balances
	FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0)
	EXECUTE FUNCTION refuse_change('the ledger alone moves a balance');
--> statement-breakpoint
CREATE FUNCTION open_credit_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO credit_balances (account_id, balance) VALUES (NEW.account_id, 0);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER accounts_open_balance AFTER INSERT ON accounts
	FOR EACH ROW EXECUTE FUNCTION open_credit_balance();
--> statement-breakpoint
CREATE FUNCTION move_credit_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE credit_balances SET balance = balance + NEW.credits
		WHERE account_id = NEW.account_id RETURNING balance INTO STRICT NEW.balance_after;
	RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER credit_ledger_moves_balance BEFORE INSERT ON credit_ledger
	FOR EACH ROW EXECUTE FUNCTION move_credit_balance();
