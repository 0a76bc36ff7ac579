import { batch, type Projection } from './projection.ts'

export const parties: Projection = {
  name: 'parties',
  tables: ['parties'],
  types: ['party.recorded'],
  statement: `
    with ${batch}
    insert into parties
    select case_id, data->>'partyId', data->>'role', data->'person', data->>'organization' from batch`,
}
