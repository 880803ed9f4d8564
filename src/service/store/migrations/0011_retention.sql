CREATE TABLE "erasures" (
	"erasure_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"document_id" uuid,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "erasures_subject" UNIQUE NULLS NOT DISTINCT("account_id","document_id")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "keep_completed_days" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "keep_draft_days" integer DEFAULT 90;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "hold_reason" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "hold_reason" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_document_id_documents_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("document_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_document" ON "deliveries" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "delivery_attempts_exchange" ON "delivery_attempts" USING btree ("ended_at") WHERE exchange IS NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_keep_completed" CHECK (keep_completed_days >= 1096);--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_keep_drafts" CHECK (keep_draft_days >= 1);--> statement-breakpoint
CREATE TRIGGER erasures_kept BEFORE DELETE OR TRUNCATE OR UPDATE OF erasure_id, account_id, document_id, requested_at ON erasures
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('an erasure is added, and finished once');
--> statement-breakpoint
DROP TRIGGER events_append_only ON events;
--> statement-breakpoint
CREATE TRIGGER events_append_only BEFORE UPDATE OR TRUNCATE ON events
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('events are added, never changed');
--> statement-breakpoint
CREATE FUNCTION keep_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM documents WHERE document_id = OLD.document_id AND removed_at IS NOT NULL)
		OR (OLD.document_id IS NULL
			AND EXISTS (SELECT FROM accounts WHERE account_id = OLD.account_id AND erased_at IS NOT NULL)) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'events refuses DELETE: events go only with their document or account'
		USING ERRCODE = 'restrict_violation';
END;
$$;
--> statement-breakpoint
CREATE TRIGGER events_go_with_document BEFORE DELETE ON events
	FOR EACH ROW EXECUTE FUNCTION keep_event();
