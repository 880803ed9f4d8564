DROP INDEX "outbox_due";--> statement-breakpoint
CREATE INDEX "outbox_lane" ON "outbox" USING btree (coalesce(endpoint_id, ''),"trigger","due_at","seq") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "outbox_first" ON "outbox" USING btree ("endpoint_id","document_id","seq") WHERE state = 'queued' AND step = 0;--> statement-breakpoint
CREATE INDEX "outbox_leased" ON "outbox" USING btree (coalesce(endpoint_id, '')) WHERE leased_until IS NOT NULL;