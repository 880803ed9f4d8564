CREATE TABLE "logos" (
	"account_id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"png" "bytea" NOT NULL,
	CONSTRAINT "logos_png" CHECK (octet_length(png) <= 200000)
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "colour" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "logo_hash" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "pending_reply_to" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "reply_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "logos" ADD CONSTRAINT "logos_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "logos_hash" ON "logos" USING btree ("hash");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_colour" CHECK (colour ~ '^#[0-9a-f]{6}$');--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_reply" CHECK (pending_reply_to IS NULL OR reply_asked_at IS NOT NULL);