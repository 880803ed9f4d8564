CREATE INDEX "audit_entries_request" ON "audit_entries" USING hash ("request_id");--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "search" text;--> statement-breakpoint
CREATE FUNCTION searchable(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
	SELECT lower(CASE WHEN getdatabaseencoding() = 'UTF8' THEN normalize(words, NFC) ELSE words END)
$$;
--> statement-breakpoint
CREATE FUNCTION document_search(id uuid, document_name text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT searchable(concat_ws(E'\n', document_name, (
		SELECT string_agg(concat_ws(E'\n', name, email, regexp_replace(phone, '[^0-9]', '', 'g')), E'\n' ORDER BY signing_order)
			FROM signers WHERE document_id = id)))
$$;
--> statement-breakpoint
CREATE FUNCTION search_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search := CASE WHEN NEW.removed_at IS NULL THEN document_search(NEW.document_id, NEW.name) END;
	RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION search_signers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE documents SET search = document_search(document_id, name)
		WHERE document_id IN (SELECT document_id FROM added) AND removed_at IS NULL;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER documents_searched BEFORE INSERT OR UPDATE OF removed_at ON documents
	FOR EACH ROW EXECUTE FUNCTION search_document();
--> statement-breakpoint
CREATE TRIGGER signers_searched AFTER INSERT ON signers REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION search_signers();
--> statement-breakpoint
UPDATE documents SET search = document_search(document_id, name) WHERE removed_at IS NULL;--> statement-breakpoint
CREATE INDEX "documents_open" ON "documents" USING btree ("account_id","created_at" DESC NULLS FIRST,"seq" DESC NULLS FIRST) WHERE status <> 'COMPLETED' AND removed_at IS NULL;--> statement-breakpoint
DO $$
BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
	RAISE NOTICE 'without pg_trgm, searches read every document';
END;
$$;
--> statement-breakpoint
DO $$
BEGIN
	CREATE INDEX "documents_search" ON "documents" USING gin ("search" gin_trgm_ops);
EXCEPTION WHEN undefined_object THEN
	RAISE NOTICE 'without the operators of pg_trgm, searches read every document';
END;
$$;
