import type { NewAnchor } from '@portico/contract/anchors'
import type { Database } from '../../store/db.ts'

/** Pages that speak of a condition, each with the line that does. */
export async function pagesAbout(
  db: Database,
  caseId: string,
  condition: string,
  limit: number,
): Promise<NewAnchor[]> {
  const found = await db.rows<{ page: number; text: string }>(
    `select page, text from page_texts
     where case_id = $1 and strpos(lower(text), lower($2)) > 0 and source = 'textLayer'
     order by page limit $3`,
    [caseId, condition, limit],
  )
  return found.map(({ page, text }) => {
    const quote = lineAbout(text, condition)
    return { page, ...(quote === undefined ? {} : { quote }) }
  })
}

function lineAbout(text: string, condition: string): string | undefined {
  return text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line.length <= 200 && line.toLowerCase().includes(condition.toLowerCase()))
}
