CREATE TABLE "outbox_leases" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"lane" bigint NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"token" uuid NOT NULL,
	"number" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_waiting" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"lane" bigint NOT NULL,
	"by_hand" boolean DEFAULT false NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"document_id" uuid,
	"resume_state" text,
	"resume_at" timestamp (3) with time zone,
	CONSTRAINT "outbox_waiting_resume" CHECK (by_hand = (resume_state IS NOT NULL)
        AND coalesce(resume_state = 'queued', false) = (resume_at IS NOT NULL))
);
--> statement-breakpoint
INSERT INTO "outbox_waiting" ("seq", "lane", "by_hand", "due_at", "step", "document_id", "resume_state", "resume_at")
	SELECT o."seq", coalesce(e."seq", 0), o."trigger" = 'manual', o."due_at", o."step",
		CASE WHEN o."kind" = 'delivery' THEN o."document_id" END, o."resume_state", o."resume_at"
	FROM "outbox" o LEFT JOIN "webhook_endpoints" e USING ("endpoint_id") WHERE o."state" = 'queued';--> statement-breakpoint
INSERT INTO "outbox_leases" ("seq", "lane", "until", "token", "number")
	SELECT o."seq", coalesce(e."seq", 0), o."leased_until", o."lease", o."attempts"
	FROM "outbox" o LEFT JOIN "webhook_endpoints" e USING ("endpoint_id")
	WHERE o."state" = 'queued' AND o."lease" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_trigger";--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_lease";--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_resume";--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_kind";--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_endpoint_id_webhook_endpoints_endpoint_id_fk";
--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_event_seq_events_seq_fk";
--> statement-breakpoint
ALTER TABLE "outbox_tries" DROP CONSTRAINT "outbox_tries_outbox_seq_outbox_seq_fk";
--> statement-breakpoint
DROP INDEX "outbox_lane";--> statement-breakpoint
DROP INDEX "outbox_first";--> statement-breakpoint
DROP INDEX "outbox_leased";--> statement-breakpoint
ALTER TABLE "outbox_tries" ALTER COLUMN "exchange" SET DATA TYPE json;--> statement-breakpoint
CREATE INDEX "outbox_waiting_lane" ON "outbox_waiting" USING btree ("lane","by_hand","due_at","seq");--> statement-breakpoint
CREATE INDEX "outbox_waiting_first" ON "outbox_waiting" USING btree ("lane","document_id","seq") WHERE step = 0;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_endpoints_lane" ON "webhook_endpoints" USING btree ("seq");--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "step";--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "due_at";--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "leased_until";--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "lease";--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "trigger";--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "resume_state";--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "resume_at";--> statement-breakpoint
UPDATE "outbox" SET "document_id" = NULL WHERE "kind" = 'delivery';--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_kind" CHECK ((kind = 'mail' AND mail IS NOT NULL AND num_nulls(endpoint_id, event_seq) = 2)
        OR (kind = 'delivery' AND num_nulls(mail, document_id) = 2 AND num_nulls(endpoint_id, event_seq) = 0));--> statement-breakpoint
-- A changed row finds room on its own page, and its indexes stay as they are.
ALTER TABLE "outbox" SET (fillfactor = 85);--> statement-breakpoint
-- What waits is little beside what has gone through: a vacuum must not wait for a part of the whole.
ALTER TABLE "outbox_waiting" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, vacuum_truncate = false);--> statement-breakpoint
ALTER TABLE "outbox_leases" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, vacuum_truncate = false);
