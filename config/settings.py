"""All settings, read from the environment (`.env.example` lists every variable).

Three ways to run: LOCAL (`play`, tests: one machine, plain http, own key), DEBUG (error pages with
source, for development only: they show state, so never with real players), and neither, which is
production and demands a SECRET_KEY.
"""

from __future__ import annotations

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from environs import Env, validate

from accounts.names import RESERVED
from config import ROOT, environment, logs

BASE_DIR = ROOT
env = Env()
env.read_env(str(BASE_DIR / ".env"), recurse=False)
LOCAL_FOLDER = env.path("LOCAL_FOLDER", BASE_DIR / ".local")

LOCAL = env.bool("LOCAL", False)
DEBUG = env.bool("DEBUG", False)
SAFE = not (LOCAL or DEBUG)  # on the open network, served over https
SECRET_KEY = env.str("SECRET_KEY", "")
if not SECRET_KEY:
    if SAFE:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set. Set it in the environment or in .env, or LOCAL=true for a site "
            "on this machine only, which makes its own."
        )
    SECRET_KEY = environment.secret_key(LOCAL_FOLDER / "secret_key")

# --- hosts and proxies ---------------------------------------------------------------------------

ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS",
    [] if SAFE else ["localhost", "127.0.0.1", "[::1]"],
    validate=environment.validate_hosts,
)
if not ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS is not set. Name what people ask for, without port.")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", [])
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", 0, validate=validate.Range(min=0))
SOCKETS_PER_ADDRESS = env.int("SOCKETS_PER_ADDRESS", 300)
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- applications --------------------------------------------------------------------------------

INSTALLED_APPS = [
    "config",
    "accounts",
    "accounts.faces",
    "accounts.clubs",
    "accounts.privacy",
    "accounts.tokens",
    "accounts.people",
    "accounts.guests",
    "accounts.devices",
    "accounts.moderation",
    "games.ratings",
    "games.luck",  # before the matches: so its panel stands above a person's history
    "games.matches",
    "games.matches.talk",
    "games.tournaments",
    "games.challenges",
    "games.leagues",
    "replays",
    "replays.puzzles",
    "replays.reading",
    "games.rooms",
    "games.broadcasts",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.postgres",
    "django.forms",  # its templates, so that ours may override them
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "csp",
    "django_htmx",
    "template_partials",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.permissions_policy",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.assets.middleware.StaticFilesMiddleware",
    "config.middleware.head_as_get",
    "accounts.throttle.RetryAfterMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "config.error_responses.ApiRefusalsMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.guests.middleware.GuestMiddleware",
    "accounts.middleware.AccountLanguageMiddleware",
    "accounts.middleware.RefusedFormMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.SessionActivityMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.redirects.ReturnPageMiddleware",
    "config.error_responses.GoneGameMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["config.fragments.tags", "config.templatetags.times"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.preferences",
                "accounts.context.device",
                "accounts.context.outbox",
                "accounts.context.entrance",
                "accounts.context.notices",
                "config.startup.demo.progress",
            ],
        },
    },
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "NAME": "fragments",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"environment": "config.fragments.environment.environment"},
    },
]

# --- database, cache, channel layer --------------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", "")
# For tests that start a second site beside another: see config/serving/processes.py
ALLOW_UNHEARD = env.bool("ALLOW_UNHEARD", False)
_database = environment.postgres(env.dj_db_url("DATABASE_URL", "postgresql:///kibitz"))
SERVING_ROLE = ""  # the role that `migrate` grants serving rights to, if not its own
if env.bool("AS_OWNER", False) and env.str("DATABASE_OWNER_URL", ""):
    SERVING_ROLE = environment.role_of(_database)
    _database = environment.postgres(env.dj_db_url("DATABASE_OWNER_URL"))
DATABASES = {
    "default": environment.pooled(
        _database,
        most=env.int("DATABASE_POOL", 20, validate=validate.Range(min=2)),
        lock_timeout=env.str("DATABASE_LOCK_TIMEOUT", "2s"),
        statement_timeout=env.str("DATABASE_STATEMENT_TIMEOUT", "5s"),
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
_cache = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
if REDIS_URL:
    _cache = {"BACKEND": "config.cache.FallbackRedisCache", "LOCATION": REDIS_URL}
# Separate and large enough that neither images nor a few minutes' flood can evict the counters;
# with Redis these limit the fallback in memory while it is down
CACHES = {
    name: {"LOCATION": name, "KEY_PREFIX": name, "max_entries": most, **_cache}
    for name, most in {"default": 100_000, "pictures": 300}.items()
}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "games.websockets.layers.GroupLayer",
        "CONFIG": {"redis_url": REDIS_URL},
    }
}

# --- people --------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
# like Django's own, but accepts a name in any case, and e-mail addresses
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.allauth_forms.LoginForm",
    "signup": "accounts.allauth_forms.SignupForm",
}
MFA_FORMS = {
    "authenticate": "accounts.allauth_forms.CodeForm",
    "add_webauthn": "accounts.allauth_forms.AddKeyForm",
    "edit_webauthn": "accounts.allauth_forms.EditKeyForm",
}
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True  # still asks for a second factor
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_BLACKLIST = RESERVED
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before an address or a second factor is changed
ACCOUNT_EMAIL_NOTIFICATIONS = True  # one mail per such change
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Kibitz"
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not SAFE
USERSESSIONS_TRACK_ACTIVITY = True

# --- mail ----------------------------------------------------------------------------------------

_mail = environment.mail(env.dj_email_url("EMAIL_URL", "console://"))
EMAIL_BACKEND = _mail["EMAIL_BACKEND"]
if LOCAL and EMAIL_BACKEND == "django.core.mail.backends.console.EmailBackend":
    EMAIL_BACKEND = "accounts.mail.EmailBackend"  # the terminal, and a page on this machine
EMAIL_HOST = _mail["EMAIL_HOST"]
EMAIL_PORT = _mail["EMAIL_PORT"]
EMAIL_HOST_USER = _mail["EMAIL_HOST_USER"]
EMAIL_HOST_PASSWORD = _mail["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS = _mail["EMAIL_USE_TLS"]
EMAIL_USE_SSL = _mail["EMAIL_USE_SSL"]
EMAIL_TIMEOUT = 15
# base of the links in mails, which are written outside any request
SITE_URL = env.str(
    "SITE_URL",
    f"https://{ALLOWED_HOSTS[0]}" if SAFE else "http://localhost:8000",
    validate=environment.SITE_URL,
).rstrip("/")
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "Kibitz <kibitz@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# makes push messages ours: the same key for all processes; else the database keeps one
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", "")
# push services beside the known ones, as host:port, that only a local site calls
PUSH_SERVICES = env.list("PUSH_SERVICES", [])
# receivers of webhooks inside one's own network, as host:port, that only a local site calls
WEBHOOK_HOSTS = env.list("WEBHOOK_HOSTS", [])
LEAVINGS_FILE = env.str("LEAVINGS_FILE", "")

# --- languages -----------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("zh-hant", _("Traditional Chinese")),
    ("zh-hans", _("Simplified Chinese")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"  # readers see their own: config/templatetags/times.py
USE_TZ = True

# --- static files --------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = env.path("STATIC_ROOT", BASE_DIR / "staticfiles")
STATICFILES_DIRS = [BASE_DIR / "static"]
# Packed by collectstatic (config/assets/packing.py), or straight from the source tree
STATIC_PACKED = env.bool("STATIC_PACKED", SAFE)
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = not STATIC_PACKED
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "config.assets.packing.PackedStorage"
        if STATIC_PACKED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# --- what a browser may do -----------------------------------------------------------------------

# Our own files, and nothing else (decision 0005). In older WebKit 'self' does not cover wss:
_wss = [f"wss://{host}" for host in ALLOWED_HOSTS if SAFE and host[0] not in "*."]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "font-src": [SELF],
        "media-src": [SELF],
        "manifest-src": [SELF],
        "img-src": [SELF, "data:"],  # Pico's form icons are data: images
        "connect-src": [SELF, *_wss],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # no third cookie
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True  # htmx reads the token from the page
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
if SAFE:
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-session"
    CSRF_COOKIE_NAME = "__Host-csrf"
    SECURE_SSL_REDIRECT = env.bool("SSL_REDIRECT", True)
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", 31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = SECURE_HSTS_SECONDS > 0

# --- logs ----------------------------------------------------------------------------------------

LOGGING = logs.configure(
    env.str("LOG_FORMAT", "text" if not SAFE else "json", validate=environment.LOG_FORMAT),
    env.str("LOG_LEVEL", "INFO", validate=environment.LOG_LEVEL),
)

METRICS_PORT = env.int("METRICS_PORT", 0)
METRICS_HOST = env.str("METRICS_HOST", "127.0.0.1")

# --- play ----------------------------------------------------------------------------------------

SOCKET_THREADS = env.int("SOCKET_THREADS", 4, validate=validate.Range(min=1))
HEARTBEAT_SECONDS = env.float("HEARTBEAT_SECONDS", 5.0, validate=environment.POSITIVE)
# a socket that does not answer within as long again is closed
PING_SECONDS = env.float("PING_SECONDS", 15.0, validate=environment.POSITIVE)
BOT_PAUSE_MS = env.int("BOT_PAUSE_MS", 700)
BOT_PROCESSES = env.int("BOT_PROCESSES", 1, validate=validate.Range(min=0))
MATCH_CACHE_SIZE = env.int("MATCH_CACHE_SIZE", 500)
