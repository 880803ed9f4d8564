CREATE TABLE "accounts" (
	"account_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"contact_email" text,
	"subscription" text NOT NULL,
	"trial_started_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accounts_subscription" CHECK (subscription IN ('none', 'trial', 'active'))
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"prefix" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_hash" CHECK (octet_length(hash) = 32)
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"document_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"actor" text NOT NULL,
	"ip" text,
	"user_agent" text,
	"request_id" text,
	"data" json NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_entries_document_id_seq_pk" PRIMARY KEY("document_id","seq"),
	CONSTRAINT "audit_entries_seq" CHECK (seq >= 1)
);
--> statement-breakpoint
CREATE TABLE "credit_balances" (
	"account_id" text PRIMARY KEY NOT NULL,
	"balance" integer NOT NULL,
	CONSTRAINT "credit_balances_not_negative" CHECK (balance >= 0)
);
--> statement-breakpoint
CREATE TABLE "credit_ledger" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"document_id" uuid,
	"credits" integer NOT NULL,
	"balance_after" integer DEFAULT 0 NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "credit_ledger_sign" CHECK (credits > 0 OR (credits < 0 AND document_id IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"account_id" text NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"original_key" text NOT NULL,
	"original_sha256" text NOT NULL,
	"original_bytes" bigint NOT NULL,
	"prepared_key" text,
	"prepared_sha256" text,
	"prepared_bytes" bigint,
	"head_key" text,
	"head_sha256" text,
	"head_bytes" bigint,
	"pages" jsonb NOT NULL,
	CONSTRAINT "documents_status" CHECK (status IN ('PENDING', 'SENT', 'COMPLETED', 'FAILED', 'CANCELLED')),
	CONSTRAINT "documents_sent" CHECK (status NOT IN ('SENT', 'COMPLETED') OR sent_at IS NOT NULL),
	CONSTRAINT "documents_completed" CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL)),
	CONSTRAINT "documents_prepared" CHECK (num_nulls(prepared_key, prepared_sha256, prepared_bytes) IN (0, 3)),
	CONSTRAINT "documents_head" CHECK (num_nulls(head_key, head_sha256, head_bytes) IN (0, 3))
);
--> statement-breakpoint
CREATE TABLE "signers" (
	"signer_id" text PRIMARY KEY NOT NULL,
	"document_id" uuid NOT NULL,
	"signing_order" smallint NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"positions" jsonb,
	"opened_at" timestamp (3) with time zone,
	"consented_at" timestamp (3) with time zone,
	"signed_at" timestamp (3) with time zone,
	CONSTRAINT "signers_order" UNIQUE("document_id","signing_order"),
	CONSTRAINT "signers_order_within_limit" CHECK (signing_order BETWEEN 1 AND 6)
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"endpoint_id" text,
	"event_seq" bigint,
	"mail" jsonb,
	"document_id" uuid,
	"signer_id" text,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone,
	"by_hand" boolean DEFAULT false NOT NULL,
	"resume_state" text,
	"resume_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deliveries_id_unique" UNIQUE("id"),
	CONSTRAINT "deliveries_state" CHECK (state IN ('queued', 'done', 'failed', 'skipped')),
	CONSTRAINT "deliveries_next" CHECK ((state = 'queued') = (next_at IS NOT NULL)),
	CONSTRAINT "deliveries_kind" CHECK ((mail IS NULL) = (endpoint_id IS NOT NULL) AND (mail IS NULL) = (event_seq IS NOT NULL)),
	CONSTRAINT "deliveries_resume" CHECK (by_hand = (resume_state IS NOT NULL)
        AND coalesce(resume_state = 'queued', false) = (resume_at IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"delivery_seq" bigint NOT NULL,
	"number" integer NOT NULL,
	"trigger" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"ok" boolean NOT NULL,
	"status" integer,
	"error" text,
	"body" "bytea",
	"duration_ms" integer NOT NULL,
	"retry_after_ms" bigint,
	"exchange" json,
	CONSTRAINT "delivery_attempts_delivery_seq_number_pk" PRIMARY KEY("delivery_seq","number"),
	CONSTRAINT "delivery_attempts_trigger" CHECK (trigger IN ('auto', 'manual', 'recovery'))
);
--> statement-breakpoint
CREATE TABLE "signature_attempts" (
	"txn" text PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"document_id" uuid NOT NULL,
	"signer_id" text NOT NULL,
	"state" text NOT NULL,
	"base_sha256" text NOT NULL,
	"input_hash" text NOT NULL,
	"prepared_key" text NOT NULL,
	"contents_at" integer NOT NULL,
	"reserve" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"answer" "bytea",
	"reason" text,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "signature_attempts_state" CHECK (state IN ('at_gateway', 'returned', 'embedded', 'failed', 'expired', 'stale'))
);
--> statement-breakpoint
CREATE TABLE "events" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"document_id" uuid,
	"event" text NOT NULL,
	"body" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"endpoint_id" text PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"account_id" text NOT NULL,
	"url" text NOT NULL,
	"sealed_secret" "bytea" NOT NULL,
	"sealed_next_secret" "bytea",
	"enabled" boolean NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp (3) with time zone,
	"no_success_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"removed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_endpoints_reason" CHECK (disabled_reason IN ('by_hand', 'gone', 'failing')),
	CONSTRAINT "webhook_endpoints_disabled" CHECK (NOT enabled OR num_nonnulls(disabled_reason, disabled_at) = 0)
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_document_id_documents_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("document_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_balances" ADD CONSTRAINT "credit_balances_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_ledger" ADD CONSTRAINT "credit_ledger_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_ledger" ADD CONSTRAINT "credit_ledger_document_id_documents_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("document_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signers" ADD CONSTRAINT "signers_document_id_documents_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("document_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_signer_id_signers_signer_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."signers"("signer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signature_attempts" ADD CONSTRAINT "signature_attempts_document_id_documents_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("document_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signature_attempts" ADD CONSTRAINT "signature_attempts_signer_id_signers_signer_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."signers"("signer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_document_id_documents_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("document_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_account" ON "api_keys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "credit_ledger_account" ON "credit_ledger" USING btree ("account_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_ledger_charge" ON "credit_ledger" USING btree ("document_id") WHERE credits < 0;--> statement-breakpoint
CREATE INDEX "documents_newest" ON "documents" USING btree ("account_id","created_at" DESC NULLS FIRST,"seq" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree (coalesce(endpoint_id, ''),"by_hand","next_at","seq") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "deliveries_first" ON "deliveries" USING btree ("endpoint_id","document_id","seq") WHERE state = 'queued' AND step = 0;--> statement-breakpoint
CREATE INDEX "deliveries_endpoint" ON "deliveries" USING btree ("endpoint_id","seq");--> statement-breakpoint
CREATE INDEX "signature_attempts_document" ON "signature_attempts" USING btree ("document_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "signature_attempts_live" ON "signature_attempts" USING btree ("document_id") WHERE state IN ('at_gateway', 'returned');--> statement-breakpoint
CREATE INDEX "signature_attempts_returned" ON "signature_attempts" USING btree ("seq") WHERE state = 'returned';--> statement-breakpoint
CREATE UNIQUE INDEX "signature_attempts_embedded" ON "signature_attempts" USING btree ("signer_id") WHERE state = 'embedded';--> statement-breakpoint
CREATE INDEX "events_document" ON "events" USING btree ("document_id","seq");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_account" ON "webhook_endpoints" USING btree ("account_id","seq");--> statement-breakpoint
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
--> statement-breakpoint
-- A claim and a settlement change a row, each on its own page where there is room.
ALTER TABLE "deliveries" SET (fillfactor = 80);--> statement-breakpoint
-- Dead rows slow claims down by their number, whatever the size of the table.
ALTER TABLE "deliveries" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
