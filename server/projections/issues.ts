import { batch, type Projection } from './projection.ts'

export const issues: Projection = {
  name: 'issues',
  tables: ['issues'],
  types: ['issue.added'],
  statement: `
    with ${batch}
    insert into issues
    select case_id, data->>'issueId', (data->>'position')::int, data->>'issueType', data->>'benefitType',
      data->>'scope', data->>'description'
    from batch`,
}
