type Fields = Readonly<Record<string, string>>

/**
 * What somebody changed in a form: only that is sent, so what others change meanwhile stays. Clashes are the fields that
 * somebody else has made something else of since the form was opened.
 */
export function ownChanges<Form extends Fields>(was: Form, mine: Form, now: Form) {
  const names = Object.keys(mine) as (keyof Form & string)[]
  const changed = names.filter((name) => mine[name] !== was[name])
  return { changed, clashes: changed.filter((name) => now[name] !== was[name] && now[name] !== mine[name]) }
}
