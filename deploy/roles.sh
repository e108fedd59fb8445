# Makes the role that serves; Postgres's image runs this when it makes the database.
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" -v ON_ERROR_STOP=1 -v password="$WEB_PASSWORD" <<'SQL'
CREATE ROLE kibitz_web LOGIN PASSWORD :'password';
SQL
