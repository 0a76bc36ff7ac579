import { batch, type Projection } from './projection.ts'

/** What has an id in another system, besides cases: those are in the table of aliases. */
export type ExternalKind = 'document' | 'annotation' | 'party' | 'issue' | 'event' | 'task' | 'session'

export const externalIds: Projection = {
  name: 'externalIds',
  tables: ['external_ids'],
  types: [
    'document.filed',
    'document.annotated',
    'party.recorded',
    'issue.added',
    'case.historyRecorded',
    'task.opened',
    'session.requested',
  ],
  statement: `
    with ${batch}
    insert into external_ids (kind, source, external_id, case_id, id, causation_id)
    select case type
        when 'document.filed' then 'document'
        when 'document.annotated' then 'annotation'
        when 'party.recorded' then 'party'
        when 'issue.added' then 'issue'
        when 'task.opened' then 'task'
        when 'session.requested' then 'session'
        else 'event' end,
      data->'alias'->>'source', data->'alias'->>'externalId', case_id,
      case type
        when 'document.filed' then data->>'documentId'
        when 'document.annotated' then data->>'annotationId'
        when 'party.recorded' then data->>'partyId'
        when 'issue.added' then data->>'issueId'
        when 'task.opened' then data->>'taskId'
        when 'session.requested' then data->>'sessionId'
        else data->>'entryId' end,
      causation_id
    from batch where data ? 'alias'`,
}
