CREATE TABLE "account_audit" (
	"account_id" text NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"action" text NOT NULL,
	"target" jsonb NOT NULL,
	"request_id" text NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "account_audit_account_id_seq_pk" PRIMARY KEY("account_id","seq")
);
--> statement-breakpoint
ALTER TABLE "account_audit" ADD CONSTRAINT "account_audit_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER account_audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON account_audit
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('entries are added, never changed');
