/** What `--help` teaches. */
const where = `Where the data lies is read from the environment, as the service does:
  DATABASE_URL   a Postgres of your own
  DATA_DIR       else the embedded one of this directory (default ./data); through the running
                 service if there is one, and otherwise started for the command`

export const overview = `enrich: the operator's command of the Data Enrichment Service

  npx enrich catalog import SOURCE FILE   companies of a bulk file, for what the catalog lacks
  npx enrich privacy list [--all]         requests of people who want not to be looked up
  npx enrich privacy confirm ID           heed one
  npx enrich privacy reject ID            do not
  npx enrich COMMAND --help               more about it

${where}

Exit code: 0 done, 1 failed, 2 wrong usage, 130 interrupted.`

export const importHelp = `npx enrich catalog import SOURCE FILE

Loads a bulk file of companies into Postgres. Look-ups of companies, domains, social handles and
people's employers ask there for what the built-in catalog does not know, within five seconds.

SOURCE
  people-data-labs   the free company file: CSV with a header, older or newer columns
                     https://docs.peopledatalabs.com/docs/free-company-dataset
  wikidata           the JSON dump: one entity a line; businesses with a site of their own are kept
                     https://dumps.wikimedia.org/wikidatawiki/entities/latest-all.json.gz

FILE
  plain or .gz, read as a stream: its size does not matter. "-" is the standard input, for
  what is packed otherwise:  bzcat latest-all.json.bz2 | npx enrich catalog import wikidata -

The new rows take the place of the source's former ones at the very end and in one step, while the
service goes on answering. When the import fails or is interrupted, the former ones stay. The other
source is not touched. A broken row is told with its line and skipped.

${where}

Examples
  npx enrich catalog import people-data-labs free_company_dataset.csv
  DATA_DIR=/var/lib/enrich npx enrich catalog import wikidata latest-all.json.gz`

export const privacyHelp = `npx enrich privacy list [--all]
npx enrich privacy confirm ID
npx enrich privacy reject ID

People ask at POST /privacy/opt-out that an address, or every address at a domain, is not looked
up. Asking proves nothing, so a request has no effect until you have verified it, for example by
a message to that address, or to the domain's postmaster, that must be answered.

  list      the waiting requests, the oldest first: id, time, status, subject, reason, separated by
            tabs; with --all the decided ones too
  confirm   from now on, within five seconds, /enrich/person answers 404 for it, free
  reject    no effect, or no longer: a decision may be taken back by the other one

${where}`
