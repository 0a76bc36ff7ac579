import { inLanguage } from './language.ts'

export const words = inLanguage({ en: { opening: 'Opening the reader…' } })
