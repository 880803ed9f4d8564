CREATE TABLE "limited_actions" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"key" "bytea" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sign_ins" ADD COLUMN "asker_kind" text;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD COLUMN "asker" "bytea";--> statement-breakpoint
ALTER TABLE "signature_attempts" ADD COLUMN "judgings" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "signature_attempts" ADD COLUMN "link_generation" integer;--> statement-breakpoint
CREATE INDEX "limited_actions_key" ON "limited_actions" USING btree ("key","at");--> statement-breakpoint
CREATE INDEX "limited_actions_at" ON "limited_actions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "documents_drafts" ON "documents" USING btree ("account_id") WHERE sent_at IS NULL AND removed_at IS NULL;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_asker_kind" CHECK (asker_kind IN ('session', 'browser', 'address'));--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_asker" CHECK ((asker IS NULL) = (asker_kind IS NULL));--> statement-breakpoint
ALTER TABLE "signature_attempts" ADD CONSTRAINT "signature_attempts_judgings" CHECK (judgings >= 0);