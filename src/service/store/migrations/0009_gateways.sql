CREATE TABLE "gateway_breakers" (
	"gateway" text PRIMARY KEY NOT NULL,
	"failed_at" jsonb NOT NULL,
	"open_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "signature_attempts" ADD COLUMN "gateway" text;