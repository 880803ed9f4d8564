DROP INDEX "documents_drafts";--> statement-breakpoint
CREATE INDEX "documents_drafts" ON "documents" USING btree ("account_id","original_bytes") WHERE sent_at IS NULL AND removed_at IS NULL;