"""django-allauth messages that our own catalogues translate into Chinese.

allauth's translations use another form of address, several names for one thing, and are broken in
places ("Email地址", a placeholder that is never filled). Naming a message here extracts it into our
catalogues, which `LOCALE_PATHS` puts first. The keys are exactly allauth's.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy

SENTENCES = (
    _("This account is currently inactive."),
    _("You cannot remove your primary email address."),
    _("This email address is already associated with this account."),
    _("The email address and/or password you specified are not correct."),
    _("A user is already registered with this email address."),
    _("Please type your current password."),
    _("Incorrect code."),
    _("Incorrect password."),
    _("Invalid or expired key."),
    _("Invalid login."),
    _("The password reset token was invalid."),
    _("You cannot add more than %d email addresses."),
    _("Too many failed login attempts. Try again later."),
    _("Your primary email address must be verified."),
    _("Username can not be used. Please use other username."),
    _("The username and/or password you specified are not correct."),
    _("The new value must be different from the current one."),
    _("Use your password"),
    _("Use authenticator app or code"),
    _("Email address"),
    _("Email (again)"),
    _("Password (again)"),
    _("New Password (again)"),
    _("You must type the same password each time."),
    _("Username or email"),
    _("Forgot your password?"),
    _("Code"),
    _("You cannot add an email address to an account protected by two-factor authentication."),
    _("You cannot deactivate two-factor authentication."),
    _("You cannot generate recovery codes without having two-factor authentication enabled."),
    _("You cannot activate two-factor authentication until you have verified your email address."),
    _("Master key"),
    _("Backup key"),
    _("Key nr. {number}"),
    _("Recovery codes"),
    _("Authenticator code"),
    _("Passwordless"),
    _(
        "Enabling passwordless operation allows you to sign in using just this key, but "
        "imposes additional requirements such as biometrics or PIN protection."
    ),
    _("Account Inactive"),
    _("This account is inactive."),
    _("We've sent a code to %(recipient)s. The code expires shortly, so please enter it soon."),
    _("Request new code"),
    _("Confirm Access"),
    _("Please reauthenticate to safeguard your account."),
    _("Alternative options"),
    _("Email Verification"),
    _("Enter Email Verification Code"),
    _("Use a different email address"),
    _("Password Reset"),
    _("Enter Password Reset Code"),
    _("Email Addresses"),
    _("The following email addresses are associated with your account:"),
    _("Primary"),
    _("Make Primary"),
    _("Re-send Verification"),
    _("Add Email Address"),
    _("Add Email"),
    _("Do you really want to remove the selected email address?"),
    _(
        "You are receiving this email because you or someone else tried to signup for an\n"
        "account using email address:\n"
        "\n"
        "%(email)s\n"
        "\n"
        "However, an account using that email address already exists.  In case you have\n"
        "forgotten about this, please use the password forgotten procedure to recover\n"
        "your account:\n"
        "\n"
        "%(password_reset_url)s"
    ),
    _("Account Already Exists"),
    _("You are receiving this mail because the following change was made to your account:"),
    _(
        "If you do not recognize this change then please take proper security precautions "
        "immediately. The change to your account originates from:\n"
        "\n"
        "- IP address: %(ip)s\n"
        "- Browser: %(user_agent)s\n"
        "- Date: %(timestamp)s"
    ),
    _("Your email has been changed from %(from_email)s to %(to_email)s."),
    _("Email Changed"),
    _("Your email has been confirmed."),
    _("Email Confirmation"),
    _(
        "You're receiving this email because user %(user_display)s has given your email "
        "address to register an account on %(site_domain)s."
    ),
    _("Your email verification code is listed below. Please enter it in your open browser window."),
    _("Please Confirm Your Email Address"),
    _("Email address %(deleted_email)s has been removed from your account."),
    _("Email Removed"),
    _("This mail can be safely ignored if you did not initiate this action."),
    _("Your password has been changed."),
    _("Password Changed"),
    _("Your password reset code is listed below. Please enter it in your open browser window."),
    _("Password Reset Code"),
    _("Your password has been reset."),
    _(
        "You are receiving this email because you, or someone else, tried to access an "
        "account with email %(email)s. However, we do not have any record of such an account "
        "in our database."
    ),
    _("If it was you, you can sign up for an account using the link below."),
    _("Unknown Account"),
    _(
        'Please confirm that <a href="mailto:%(email)s">%(email)s</a> is an email address '
        "for user %(user_display)s."
    ),
    _("Confirm Email Address"),
    _("If you have not created an account yet, then please %(link)ssign up%(end_link)s first."),
    _("Sign in with a passkey"),
    _("Sign Out"),
    _("Are you sure you want to sign out?"),
    _("You cannot remove your primary email address (%(email)s)."),
    _("Confirmation email sent to %(email)s."),
    _("You have confirmed %(email)s."),
    _("Removed email address %(email)s."),
    _("Successfully signed in as %(name)s."),
    _("You have signed out."),
    _("Password successfully changed."),
    _("Primary email address set."),
    _("Change Password"),
    _(
        "Forgotten your password? Enter your email address below, and we'll send you an "
        "email allowing you to reset it."
    ),
    _("Reset My Password"),
    _("Please contact us if you have any trouble resetting your password."),
    _("Your password is now changed."),
    _("Enter your password:"),
    _("Already have an account? Then please %(link)ssign in%(end_link)s."),
    _("We are sorry, but the sign up is currently closed."),
    _("Sign Up Closed"),
    _("You are already logged in as %(user_display)s."),
    _(
        "You currently do not have any email address set up. You should really add an email "
        "address so you can receive notifications, reset your password, etc."
    ),
    _("Two-Factor Authentication"),
    _(
        "Your account is protected by two-factor authentication. Please enter an "
        "authenticator code:"
    ),
    _("A new set of Two-Factor Authentication recovery codes has been generated."),
    _("New Recovery Codes Generated"),
    _("Authenticator app activated."),
    _("Authenticator App Activated"),
    _("Authenticator app deactivated."),
    _("Authenticator App Deactivated"),
    _("A new security key has been added."),
    _("Security Key Added"),
    _("A security key has been removed."),
    _("Security Key Removed"),
    _("Authenticator App"),
    _("Authentication using an authenticator app is active."),
    _("An authenticator app is not active."),
    _("Deactivate"),
    _("Activate"),
    ngettext_lazy(
        "You have added %(count)s security key.", "You have added %(count)s security keys."
    ),
    _("Recovery Codes"),
    ngettext_lazy(
        "There is %(unused_count)s out of %(total_count)s recovery codes available.",
        "There are %(unused_count)s out of %(total_count)s recovery codes available.",
    ),
    _("No recovery codes set up."),
    _("A new set of recovery codes has been generated."),
    _("Save them  in a secure location now — they won't be shown again."),
    _("Security key added."),
    _("Security key removed."),
    _("Enter an authenticator code:"),
    _("You are about to generate a new set of recovery codes for your account."),
    _("This action will invalidate your existing codes."),
    _("Are you sure?"),
    _("Unused codes"),
    _("Download codes"),
    _("Generate new codes"),
    _("I have saved my recovery codes"),
    _("Activate Authenticator App"),
    _(
        "To protect your account with two-factor authentication, scan the QR code below with "
        "your authenticator app. Then, input the verification code generated by the app "
        "below."
    ),
    _("Authenticator secret"),
    _("You can store this secret and use it to reinstall your authenticator app at a later time."),
    _("Deactivate Authenticator App"),
    _("You are about to deactivate authenticator app based authentication. Are you sure?"),
    _("Add Security Key"),
    _("Remove Security Key"),
    _("Are you sure you want to remove this security key?"),
    _("Edit Security Key"),
    _("Signed out of all other sessions."),
    _("Started At"),
    _("IP Address"),
    _("Last seen at"),
    _("Sign Out Other Sessions"),
)
