/** The least that leaves a tag behind: the head of the chain moved under a check, the event, and the row. */
export const tagStatement = `
  with moved as (
    update case_streams set version = $2, hash = $3 where case_id = $1 and version = $2 - 1 returning case_id
  ), recorded as (
    insert into events (position, case_id, sequence, id, type, subject, at, recorded_at, actor, data, data_hash,
      correlation_id, hash)
    select nextval('event_position'), case_id, $2, $4, $5, $6, $7, $7, $8, $9, $10, $11, $3 from moved
  )
  insert into tags (case_id, document_id, text, created_by, created_at, visibility)
  select case_id, $6, $12, $13, $7, 'staff' from moved returning case_id`
