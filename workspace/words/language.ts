/** The words of one part of the workspace, by language. English is complete; another language is one more entry. */
export function inLanguage<Words>(byLanguage: { en: Words } & Partial<Record<string, Words>>): Words {
  return byLanguage[document.documentElement.lang] ?? byLanguage.en
}

export const locale = () => document.documentElement.lang || 'en'
