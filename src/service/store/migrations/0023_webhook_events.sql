ALTER TABLE "webhook_endpoints" ADD COLUMN "extra_events" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "expired_since" timestamp (3) with time zone;--> statement-breakpoint
DO $$
BEGIN
	CREATE FUNCTION may_have_word(text, text) RETURNS boolean LANGUAGE sql STABLE AS 'SELECT $1 %>> $2';
EXCEPTION WHEN undefined_function THEN
	CREATE FUNCTION may_have_word(text, text) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true';
END;
$$;
