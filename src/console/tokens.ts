/**
 * Every colour, letter and edge of the pages by one name. The console, the documentation, the
 * checkout and the letters take them from here, so that they look like one house.
 */
export const lightTokens = {
  ground: '#f6f8f7',
  surface: '#ffffff',
  sunken: '#eff2f0',
  line: '#dde2df',
  'line-strong': '#84908a',
  text: '#17201d',
  quiet: '#55625d',
  accent: '#0d6b59',
  'accent-strong': '#095043',
  'accent-soft': '#e2f2ed',
  'on-accent': '#ffffff',
  good: '#0d6b59',
  bad: '#b3261e',
  'bad-soft': '#fdecea',
  warn: '#7a5200',
  'warn-soft': '#fdf3d9',
  'warn-line': '#e5c46a',
  get: '#1f5fbf',
  'get-soft': '#e6effb',
  shadow: '0 1px 2px rgb(20 40 34 / 6%), 0 6px 24px rgb(20 40 34 / 5%)',
  'shadow-high': '0 20px 60px rgb(10 30 24 / 28%)',
  veil: 'rgb(10 20 17 / 55%)',
  code: '#10201c',
  'code-text': '#dcebe5',
  'code-quiet': '#9bb3aa',
  'series-1': '#0f7f69',
  'series-2': '#3c78d8',
  'series-3': '#c9801a',
  'series-4': '#9a4fb8',
  'series-5': '#c14a5c',
  'series-6': '#5f7a32',
} as const

const dark: Partial<Record<keyof typeof lightTokens, string>> = {
  ground: '#0e1412',
  surface: '#151d1a',
  sunken: '#1c2622',
  line: '#2a3631',
  'line-strong': '#74857d',
  text: '#e7eeeb',
  quiet: '#a1b0aa',
  accent: '#5fd3b5',
  'accent-strong': '#86e5cc',
  'accent-soft': '#17332c',
  'on-accent': '#04231c',
  good: '#5fd3b5',
  bad: '#ff9b92',
  'bad-soft': '#3a1c1a',
  warn: '#f2cf7a',
  'warn-soft': '#332a12',
  'warn-line': '#6b571f',
  get: '#8db8f7',
  'get-soft': '#1a2a40',
  shadow: '0 1px 2px rgb(0 0 0 / 40%)',
  'shadow-high': '0 20px 60px rgb(0 0 0 / 60%)',
  code: '#18231f',
  'series-1': '#4cc5a6',
  'series-2': '#79a9f2',
  'series-3': '#e5ab54',
  'series-4': '#c692df',
  'series-5': '#ee8896',
  'series-6': '#a5c070',
}

/** Paper is light whatever the screen is, and is printed without what lies behind the letters. */
const paper: Partial<Record<keyof typeof lightTokens, string>> = {
  ground: lightTokens.surface,
  code: lightTokens.surface,
  'code-text': lightTokens.text,
  'code-quiet': lightTokens.quiet,
}

export const shapes = {
  sans: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  mono: 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  radius: '10px',
  'radius-big': '14px',
  gap: '1.25rem',
}

export const tokenStyle: string = `:root {
  color-scheme: light dark;
${lines({ ...lightTokens, ...shapes })}
}

@media screen and (prefers-color-scheme: dark) {
  :root {
${lines(dark)}
  }
}

@media print {
  :root {
    color-scheme: light;
${lines(paper)}
  }
}
`

function lines(tokens: Readonly<Record<string, string>>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `  --${name}: ${value};`)
    .join('\n')
}
