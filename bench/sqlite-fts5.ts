import { DatabaseSync } from 'node:sqlite'

export const hitsShown = 50

/** The texts as pages from 1, in memory. */
export function sqliteWith(texts: readonly string[]) {
  const database = new DatabaseSync(':memory:')
  database.exec('create virtual table pages using fts5(text)')
  const insert = database.prepare('insert into pages (rowid, text) values (?, ?)')
  database.exec('begin')
  for (const [index, text] of texts.entries()) insert.run(index + 1, text)
  database.exec('commit')
  database.exec(`insert into pages (pages) values ('optimize')`)
  const select = database.prepare(
    `select rowid as page, snippet(pages, 0, '', '', '…', 24) as snippet
     from pages where pages match ? order by rowid limit ${hitsShown}`,
  )
  return { answer: (query: string) => select.all(query), [Symbol.dispose]: () => database.close() }
}
