CREATE TABLE "audit_personal" (
	"document_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"field" text NOT NULL,
	"salted" json NOT NULL,
	CONSTRAINT "audit_personal_document_id_seq_field_pk" PRIMARY KEY("document_id","seq","field")
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "v" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "hashes" json;--> statement-breakpoint
ALTER TABLE "audit_personal" ADD CONSTRAINT "audit_personal_entry" FOREIGN KEY ("document_id","seq") REFERENCES "public"."audit_entries"("document_id","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_version" CHECK ((v = 1 AND hashes IS NULL)
        OR (v = 2 AND hashes IS NOT NULL AND num_nonnulls(ip, user_agent) = 0));--> statement-breakpoint
CREATE TRIGGER audit_personal_unchanged BEFORE UPDATE ON audit_personal
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('values are added or erased, never changed');
