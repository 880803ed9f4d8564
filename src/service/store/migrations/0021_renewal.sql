ALTER TABLE "documents" ADD COLUMN "renew_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "documents_renewal" ON "documents" USING btree ("renew_at") WHERE removed_at IS NULL;--> statement-breakpoint
-- Each is looked at once: what its file says tells when it is due.
UPDATE "documents" SET "renew_at" = "completed_at" WHERE "status" = 'COMPLETED' AND "removed_at" IS NULL;