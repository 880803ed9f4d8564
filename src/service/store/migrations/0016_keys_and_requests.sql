CREATE TABLE "requests" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"key_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"status" smallint,
	"error" text,
	"duration_ms" integer NOT NULL,
	"document_id" uuid
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "key_id" text DEFAULT 'key_' || replace(gen_random_uuid()::text, '-', '') NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "requests_newest" ON "requests" USING btree ("account_id","request_id");--> statement-breakpoint
CREATE INDEX "requests_document" ON "requests" USING btree ("document_id","request_id") WHERE document_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_key_id_unique" UNIQUE("key_id");