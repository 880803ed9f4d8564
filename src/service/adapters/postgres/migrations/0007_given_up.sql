ALTER TABLE "outbox" ADD COLUMN "given_up" text;--> statement-breakpoint
ALTER TABLE "outbox_waiting" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "outbox" SET "given_up" = "state" WHERE "state" IN ('failed', 'skipped');--> statement-breakpoint
UPDATE "outbox_waiting" w SET "attempts" = o."attempts" FROM "outbox" o WHERE o."seq" = w."seq";--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_state";--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "state";--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_given_up" CHECK (given_up IN ('failed', 'skipped'));--> statement-breakpoint
ALTER TABLE "outbox_leases" RENAME COLUMN "token" TO "holder";--> statement-breakpoint
-- Its rows change seldom now.
ALTER TABLE "outbox" RESET (fillfactor);
