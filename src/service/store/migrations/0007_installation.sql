CREATE TABLE "installation" (
	"singleton" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"public_url" text,
	"fingerprints" jsonb NOT NULL,
	CONSTRAINT "installation_singleton" CHECK (singleton)
);
