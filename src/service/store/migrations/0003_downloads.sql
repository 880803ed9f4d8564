CREATE TABLE "downloads" (
	"document_id" uuid NOT NULL,
	"holder" text NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "downloads_document_id_holder_pk" PRIMARY KEY("document_id","holder"),
	CONSTRAINT "downloads_count" CHECK (count > 0)
);
--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_document_id_documents_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("document_id") ON DELETE no action ON UPDATE no action;