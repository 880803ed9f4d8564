DROP INDEX "signature_attempts_returned";--> statement-breakpoint
ALTER TABLE "signature_attempts" ADD COLUMN "arrived" "bytea";--> statement-breakpoint
ALTER TABLE "signature_attempts" ADD COLUMN "arrived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "signature_attempts" ADD COLUMN "arrived_from" json;--> statement-breakpoint
ALTER TABLE "signature_attempts" ADD COLUMN "resume_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "signature_attempts_resume" ON "signature_attempts" USING btree ("resume_at") WHERE resume_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE "signature_attempts" ADD CONSTRAINT "signature_attempts_arrived" CHECK (num_nulls(arrived, arrived_at, arrived_from) IN (0, 3));--> statement-breakpoint
UPDATE signature_attempts SET resume_at = created_at WHERE state = 'returned';