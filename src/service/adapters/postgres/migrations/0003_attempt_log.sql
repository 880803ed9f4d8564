ALTER TABLE "outbox" DROP CONSTRAINT "outbox_state";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "step" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "lease" uuid;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "trigger" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "resume_state" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "resume_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outbox_tries" ADD COLUMN "trigger" text;--> statement-breakpoint
ALTER TABLE "outbox_tries" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "outbox" SET "step" = "attempts", "leased_until" = NULL;--> statement-breakpoint
UPDATE "outbox_tries" SET "trigger" = 'auto', "started_at" = "at" - "duration_ms" * interval '1 millisecond';--> statement-breakpoint
ALTER TABLE "outbox_tries" ALTER COLUMN "trigger" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox_tries" ALTER COLUMN "started_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox_tries" ADD COLUMN "exchange" jsonb;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_trigger" CHECK (trigger IN ('auto', 'manual'));--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_lease" CHECK ((lease IS NULL) = (leased_until IS NULL));--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_resume" CHECK ((trigger = 'manual') = (resume_state IS NOT NULL)
        AND coalesce(resume_state = 'queued', false) = (resume_at IS NOT NULL));--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_state" CHECK (state IN ('queued', 'done', 'failed', 'skipped'));--> statement-breakpoint
ALTER TABLE "outbox_tries" ADD CONSTRAINT "outbox_tries_trigger" CHECK (trigger IN ('auto', 'manual', 'recovery'));